/** The location of a path that Blender stored, relative to the .blend that contains it. */
export type Place =
  /** Below the top folder of the upload; `path` is relative to it. */
  | { readonly where: 'inside'; readonly path: string }
  /** Relative, but above the top folder. */
  | { readonly where: 'outside' }
  /** Relative to the root of a disk, or to the folder in which Blender was started. */
  | { readonly where: 'absolute' }

/**
 * Resolves a stored path. `folder`: that of the .blend, from the top folder of the upload, `''` for the top itself.
 * Blender marks paths relative to the file with `//`, on Windows followed by `\`.
 */
export function locate(stored: string, folder: string): Place {
  const path = stored.replaceAll('\\', '/')
  if (!path.startsWith('//')) return { where: 'absolute' }
  // Windows writes a server name like `//`; Blender reads both as relative.
  const parts: string[] = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return { where: 'outside' }
  }
  return { where: 'inside', path: parts.join('/') }
}
