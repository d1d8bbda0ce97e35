const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** What base64 (RFC 4648) stands for where that is a text of printable ASCII; null where it is not. */
export function printableBase64(encoded: string): string | null {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const sign of encoded.replace(/=+$/, '')) {
    const digit = DIGITS.indexOf(sign);
    if (digit < 0) return null;
    held = (held << 6) | digit;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const code = (held >> bits) & 0xff;
    held &= (1 << bits) - 1;
    if ((code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || code > 0x7e) return null;
    text += String.fromCharCode(code);
  }
  return text;
}
