import type { ListPage } from '../../gateway/lookup/listPage';
import type { Refusal } from '../../gateway/refusal';
import type { LookupIndex } from '../../mapping/operation';
import { type Result, success } from '../../translation/result';
import type { About } from './about';
import type { Finding } from './finding';
import type { PageReader } from './pageReader';

const idsOf = (page: ListPage, index: LookupIndex): string[] =>
  page.items.flatMap((item) => index.read(item)?.id ?? []);

const descends = (ids: readonly string[]): boolean =>
  ids.every((id, place) => place === 0 || Number(id) < Number(ids[place - 1]));

function sizeFinding(page: ListPage, index: LookupIndex, says: About): Finding[] {
  const asked = new URLSearchParams(index.query(1)).get('per_page');
  if (asked === null || Number(asked) === page.size) return [];
  return [
    says.warning(
      `${index.path} gives ${page.size} per page and was asked for ${asked}`,
      'set `per_page` of the index to the limit of the service: scans are counted in pages',
    ),
  ];
}

function orderFinding(ids: readonly string[], index: LookupIndex, says: About): Finding[] {
  if (new URLSearchParams(index.query(1)).get('sort') !== '-id' || descends(ids)) return [];
  return [
    says.error(
      `${index.path} is not sorted newest first, as it was asked to be`,
      'do not trust a 404 for a login: offers are missed while others come and go',
    ),
  ];
}

function readableFinding(items: number, read: number, says: About): Finding[] {
  if (items === read) return [];
  return [
    says.error(
      `${items - read} of ${items} items have no id or login that can be read`,
      'lookups by login are answered 502 until they have',
    ),
  ];
}

/** The first pages of a list, as many as tell something. */
async function firstPages(read: PageReader): Promise<Result<readonly ListPage[], Refusal>> {
  const first = await read(1);
  if (!first.ok) return first;
  if (first.value.last <= 1) return success([first.value]);
  const second = await read(2);
  return second.ok ? success([first.value, second.value]) : second;
}

/** Tries what the scan of a list relies on: envelope, paging, page size, order, readable items. */
export async function probeIndex(read: PageReader, index: LookupIndex, says: About): Promise<Finding[]> {
  const pages = await firstPages(read);
  if (!pages.ok) {
    const { code, detail = '' } = pages.failure;
    const message = `${index.path} cannot be read as a list: ${code} ${detail}`.trimEnd();
    return [says.error(message, 'lookups by login are answered 5xx until it can')];
  }
  const ids = pages.value.flatMap((page) => idsOf(page, index));
  const items = pages.value.reduce((sum, page) => sum + page.items.length, 0);
  const findings = [
    ...pages.value.slice(0, 1).flatMap((page) => sizeFinding(page, index, says)),
    ...orderFinding(ids, index, says),
    ...readableFinding(items, ids.length, says),
  ];
  return findings.length > 0 ? findings : [says.ok(`${index.path} pages and sorts as the index relies on`)];
}
