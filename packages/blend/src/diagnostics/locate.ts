/** Where a path that Blender stored leads to, seen from the .blend that has it. */
export type Place =
  /** Below the folder that is sent; `path` is from its top. */
  | { readonly where: 'inside'; readonly path: string }
  /** Relative, and above the top. */
  | { readonly where: 'outside' }
  /** From the root of a disk, or from the folder in which Blender was started. */
  | { readonly where: 'absolute' }

/**
 * Works out a stored path. `folder`: that of the .blend, from the top of what is sent, `''` for the top itself.
 * Blender marks paths relative to the file by `//`, on Windows with `\` behind.
 */
export function locate(stored: string, folder: string): Place {
  const path = stored.replaceAll('\\', '/')
  if (!path.startsWith('//')) return { where: 'absolute' }
  // Windows writes the name of a server as it writes `//`; Blender reads both as relative.
  const parts: string[] = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return { where: 'outside' }
  }
  return { where: 'inside', path: parts.join('/') }
}
