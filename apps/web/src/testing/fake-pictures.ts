interface PictureFile {
  width: number
  height: number
  /** What a canvas can write; the others come out as PNG, as the standard says. */
  writes?: readonly string[]
}

/**
 * What jsdom lacks to read and draw pictures, until the end of the scope: every file is a picture of the
 * given size, or none is. `drawn` holds what was drawn, `filled` the colours that were laid under it.
 */
export function fakePictures(file: PictureFile | 'unreadable') {
  const drawn: number[][] = []
  const filled: string[] = []
  const { writes = ['image/webp', 'image/jpeg'] } = file === 'unreadable' ? {} : file
  const undo = [
    put(globalThis, 'createImageBitmap', async () => {
      if (file === 'unreadable') throw new DOMException('no picture', 'InvalidStateError')
      return { width: file.width, height: file.height, close: () => undefined }
    }),
    put(URL, 'createObjectURL', () => 'blob:picture'),
    put(URL, 'revokeObjectURL', () => undefined),
    put(HTMLCanvasElement.prototype, 'getContext', () => ({
      drawImage: (_bitmap: unknown, ...numbers: number[]) => drawn.push(numbers),
      fillStyle: '',
      fillRect() {
        filled.push(this.fillStyle)
      },
    })),
    put(HTMLCanvasElement.prototype, 'toDataURL', (type: string) =>
      writes.includes(type) ? `data:${type};base64,QQ==` : 'data:image/png;base64,QQ==',
    ),
  ]
  return {
    drawn,
    filled,
    [Symbol.dispose]() {
      for (const back of undo) back()
    },
  }
}

/** Puts a function in the place of another one; what it returns puts things back. */
function put(target: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
  return () => {
    if (before) Object.defineProperty(target, name, before)
    else Reflect.deleteProperty(target, name)
  }
}
