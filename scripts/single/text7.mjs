// Bytes as text inside a script element, as dense as UTF-8 allows: seven bits a character of one byte. Three of the 128
// characters cannot stand there as they are (NUL and CR, which the parser replaces, and `<`, which may end the element);
// each of these becomes, together with the seven bits that follow it, one letter of two bytes. 8/7 of the bytes in all,
// where base64 takes 4/3. open.js reads it.

export const LEFT_OUT = [0, 13, 60];
/** From À on: no control characters. */
export const FIRST = 0xc0;

/** The seven-bit pieces of `bytes`, the last filled up with zeros. */
function* pieces(bytes) {
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 7) {
      bits -= 7;
      yield (held >> bits) & 127;
    }
    held &= (1 << bits) - 1;
  }
  if (bits > 0) yield (held << (7 - bits)) & 127;
}

export function encoded(bytes) {
  const codes = [];
  let left = -1;
  for (const piece of pieces(bytes)) {
    if (left >= 0) {
      codes.push(FIRST + left * 128 + piece);
      left = -1;
    } else {
      left = LEFT_OUT.indexOf(piece);
      if (left < 0) codes.push(piece);
    }
  }
  if (left >= 0) codes.push(FIRST + left * 128);
  let text = '';
  for (let at = 0; at < codes.length; at += 8192) text += String.fromCharCode(...codes.slice(at, at + 8192));
  return text;
}
