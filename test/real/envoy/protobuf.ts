/** A field to write: a string or bytes (length-delimited), or a number (varint). */
export type Field = readonly [number, string | Uint8Array | number];
/** Field number → last value: bytes of a length-delimited field, or a varint. */
export type Message = ReadonlyMap<number, Uint8Array | number>;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** Serialises fields in the protocol buffer wire format. */
export function message(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.concat([varint(number * 8), varint(value)]);
      const bytes = Buffer.from(value);
      return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
    }),
  );
}

/** Reads the top level of a message; repeated fields keep their last value. */
export function readMessage(bytes: Uint8Array): Message {
  const fields = new Map<number, Uint8Array | number>();
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = next();
    const number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === 0) fields.set(number, next());
    else if (wire === 2) {
      const length = next();
      fields.set(number, bytes.subarray(at, at + length));
      at += length;
    } else at += wire === 1 ? 8 : 4;
  }
  return fields;
}

/** A string field; empty when it is not set. */
export function text(source: Message, number: number): string {
  const value = source.get(number);
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : '';
}
