import { ExactNumber } from '../../../src/contract/json.js';
import { printYaml } from '../../../src/mapping/yaml/printYaml.js';

describe('plain data printed as YAML', () => {
  it('keeps numbers that a double would change', () => {
    const data = {
      price: new ExactNumber('0.12345678901234567890'),
      small: [new ExactNumber('1.20e-05'), 2],
    };
    const text = printYaml(data, 'Numbers.');
    expect(text).toBe('# Numbers.\n\n{ price: 0.12345678901234567890, small: [ 1.20e-05, 2 ] }\n');
  });
});
