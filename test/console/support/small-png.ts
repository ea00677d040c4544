import { crc32, deflateSync, inflateSync } from 'node:zlib';

// A picture of a page has few colours that matter: with a palette of 256 it takes less than half the bytes.

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const exactColours = 128;
const paletteSize = 256;

type Image = { readonly width: number; readonly height: number; readonly colours: Uint32Array };

/** Takes a PNG as Chromium writes it: 8 bits a channel, not interlaced. */
export function smallPng(png: Buffer): Buffer {
  const image = decode(png);
  const palette = paletteOf(image.colours);
  return encode(image, palette, indexesOf(image.colours, palette));
}

function decode(png: Buffer): Image {
  const parts: Buffer[] = [];
  let [width, height, channels] = [0, 0, 3];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      channels = data[9] === 6 ? 4 : 3;
    }
    if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  const colours = new Uint32Array(width * height);
  for (let pixel = 0; pixel < colours.length; pixel++) colours[pixel] = rows.readUIntBE(pixel * channels, 3);
  return { width, height, colours };
}

/** PNG writes each byte as its difference from a guess that is made of its neighbours. */
function unfiltered(data: Buffer, stride: number, height: number, channels: number): Buffer {
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : (rows[y * stride + x - channels] ?? 0);
      const above = y === 0 ? 0 : (rows[(y - 1) * stride + x] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (rows[(y - 1) * stride + x - channels] ?? 0);
      const guesses = [0, left, above, (left + above) >> 1, paeth(left, above, corner)];
      rows[y * stride + x] = (data[y * (stride + 1) + 1 + x] ?? 0) + (guesses[filter] ?? 0);
    }
  }
  return rows;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/** The most frequent colours as they are, so that surfaces keep their difference; then one for each group of the rest. */
function paletteOf(colours: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const ranked = [...counts].sort((one, other) => other[1] - one[1]).map(([colour]) => colour);
  const palette = ranked.slice(0, exactColours);
  const groups = new Set<number>();
  for (const colour of ranked.slice(exactColours)) {
    const group = colour & 0xf0f0f0;
    if (palette.length === paletteSize || groups.has(group)) continue;
    groups.add(group);
    palette.push(colour);
  }
  return palette;
}

function indexesOf(colours: Uint32Array, palette: readonly number[]): Uint8Array {
  const nearest = new Map(palette.map((colour, index) => [colour, index]));
  return Uint8Array.from(colours, (colour) => {
    const known = nearest.get(colour);
    if (known !== undefined) return known;
    const distances = palette.map((each) => distance(each, colour));
    const index = distances.indexOf(Math.min(...distances));
    nearest.set(colour, index);
    return index;
  });
}

function distance(one: number, other: number): number {
  const channel = (shift: number) => ((one >> shift) & 0xff) - ((other >> shift) & 0xff);
  return channel(16) ** 2 + channel(8) ** 2 + channel(0) ** 2;
}

function encode({ width, height }: Image, palette: readonly number[], indexes: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, with a palette.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.alloc(3 * palette.length);
  for (const [index, colour] of palette.entries()) colours.writeUIntBE(colour, 3 * index, 3);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
