interface PictureFile {
  width: number
  height: number
  /** Formats that the canvas can write; others become PNG, as the standard requires. */
  writes?: readonly string[]
}

/**
 * Stubs the picture APIs that jsdom lacks, until the end of the scope: every file is a picture of the given size, or
 * none is. `drawn` records drawn pictures, `filled` the background colours.
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

/** Replaces a property; returns a function that restores it. */
function put(target: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
  return () => {
    if (before) Object.defineProperty(target, name, before)
    else Reflect.deleteProperty(target, name)
  }
}
