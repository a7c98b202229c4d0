/** Pictures of a size, as small as the formats allow: headers are real, but there are no pixels to decode. */

export function aPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.from([0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01])),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, asciiOf(type), content, Buffer.alloc(4)])
}

export function aJpeg(width: number, height: number, scan = [0x11, 0xff, 0x00, 0x22]): Buffer {
  const frame = Buffer.alloc(15)
  frame[0] = 8
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, asciiOf('JFIF\0')),
    jpegSegment(0xc0, frame),
    jpegSegment(0xda, Buffer.alloc(10)),
    Buffer.from(scan),
    Buffer.from([0xff, 0xd9]),
  ])
}

export function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** `lossy` and `lossless` contain one picture; `canvas` is the extended form. */
export function aWebp(
  form: 'lossy' | 'lossless' | 'canvas',
  width: number,
  height: number,
): Buffer {
  const chunk = webpChunk(form, width, height)
  const head = Buffer.concat([asciiOf('RIFF'), Buffer.alloc(4), asciiOf('WEBP')])
  head.writeUInt32LE(chunk.length + 4, 4)
  return Buffer.concat([head, chunk])
}

function webpChunk(form: 'lossy' | 'lossless' | 'canvas', width: number, height: number): Buffer {
  const content = Buffer.alloc(10)
  if (form === 'lossy') {
    content.set([0, 0, 0, 0x9d, 0x01, 0x2a])
    content.writeUInt16LE(width, 6)
    content.writeUInt16LE(height, 8)
  } else if (form === 'lossless') {
    content[0] = 0x2f
    content.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 1)
  } else {
    content.writeUIntLE(width - 1, 4, 3)
    content.writeUIntLE(height - 1, 7, 3)
  }
  const name = { lossy: 'VP8 ', lossless: 'VP8L', canvas: 'VP8X' }[form]
  const head = Buffer.concat([asciiOf(name), Buffer.alloc(4)])
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

export function dataUrlOf(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

export function asciiOf(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
