/** Bytes of the buffer, and of one that is not kept. */
const [USUAL, LARGEST_KEPT] = [65_536, 1_048_576];
/** Characters of a text that are put one by one: a native call takes as long as some more. */
const FEW = 40;
/** Bytes of one character in UTF-8, at most three for each of a text's code units. */
const MOST_BYTES = 3;
const ASCII = 0x7f;

/** Bytes in the making, kept for the next answer. */
export class TextBuffer {
  private bytes = Buffer.allocUnsafeSlow(USUAL);
  /** Count of bytes so far; what stands behind is overwritten. */
  length = 0;
  /** True as long as all of them are ASCII. */
  isAscii = true;

  begin(isAscii: boolean): void {
    if (this.bytes.length > LARGEST_KEPT) this.bytes = Buffer.allocUnsafeSlow(USUAL);
    this.length = 0;
    this.isAscii = isAscii;
  }

  private room(bytes: number): void {
    const { length } = this.bytes;
    if (this.length + bytes <= length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(length * 2, this.length + bytes));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  /** Adds a few bytes. */
  put(added: Uint8Array): void {
    this.room(added.length);
    const { bytes, length } = this;
    for (let at = 0; at < added.length; at += 1) bytes[length + at] = added[at] ?? 0;
    this.length += added.length;
  }

  /** Adds bytes of another buffer. */
  copy(from: Buffer, start: number, end: number): void {
    const count = end - start;
    this.room(count);
    if (count > FEW) from.copy(this.bytes, this.length, start, end);
    else {
      const { bytes, length } = this;
      for (let at = 0; at < count; at += 1) bytes[length + at] = from[start + at] ?? 0;
    }
    this.length += count;
  }

  /** Adds a text. */
  add(text: string): void {
    this.room(text.length * MOST_BYTES);
    if (text.length <= FEW && this.addFew(text)) return;
    const count = this.bytes.write(text, this.length);
    if (count !== text.length) this.isAscii = false;
    this.length += count;
  }

  private addFew(text: string): boolean {
    const { bytes, length } = this;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code > ASCII) return false;
      bytes[length + at] = code;
    }
    this.length += text.length;
    return true;
  }

  /** All bytes, as text. */
  text(): string {
    return this.bytes.toString(this.isAscii ? 'latin1' : 'utf8', 0, this.length);
  }

  /** A copy of all bytes. */
  copied(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }
}

/** Of all translations: each text is copied out of it in the turn in which it is made. */
export const sharedText = new TextBuffer();
