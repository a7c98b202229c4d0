import type { FileDriver, Files } from './files.ts'
import type { DiskReserve } from './reserve.ts'

/** Wraps a store to accept no more files while its disk is short of space. Reading and deleting still work. */
export function withReserve(files: FileDriver, reserve: DiskReserve): Files {
  return {
    ...files,
    reserve,
    async put(key, pieces, signal) {
      await reserve.demand()
      return files.put(key, reserve.whileKept(pieces), signal)
    },
    async adopt(key, file, signal) {
      await reserve.demand()
      return files.adopt(key, file, signal)
    },
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  }
}
