import { decodeFileBytes, type FilePath } from '@gridloom/contract/files/file-path'

/** The bytes of a path that was checked. */
export function pathBytes(path: FilePath): Buffer {
  return Buffer.from(decodeFileBytes(path) ?? [])
}

const slash = Buffer.from('/')

/** The path of a name in a folder. */
export function joinBytes(folder: Buffer, name: Uint8Array): Buffer {
  return folder.equals(slash) ? Buffer.concat([slash, name]) : Buffer.concat([folder, slash, name])
}

/** Whether a name stands for the folder itself or the one above. */
export function isDots(name: Buffer): boolean {
  const text = name.toString('latin1')
  return text === '.' || text === '..'
}

/** A name for a browser: `ascii` for all, `unicode` with everything that the name has. */
export function downloadNames(name: string): { fileName: string; unicodeName?: string } {
  const fileName = name.replace(/[^\x20-\x7e]|["\\/:*?<>|]/g, '_')
  return fileName === name ? { fileName } : { fileName, unicodeName: name.replace(/[\\/]/g, '_') }
}
