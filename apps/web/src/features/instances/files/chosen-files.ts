/** A file or an empty folder to upload, and its path below the folder that it goes to, such as `project/src/main.py`. */
export interface ChosenFile {
  /** `null`: an empty folder. Others come with the files in them. */
  readonly file: File | null
  readonly path: string
}

/** More files at once are cut off: each is a row of the page. */
export const chosenFilesMax = 5_000

/** The files that were dropped, with those in folders, and the empty folders. Call it within the event. */
export async function droppedFiles({ items }: DataTransfer): Promise<ChosenFile[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry())
  const found: ChosenFile[] = []
  for (const entry of entries) if (entry !== null) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  if (found.length >= chosenFilesMax) return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ file, path: pathOf(entry) })
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  for (let isEmpty = true; ; isEmpty = false) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) {
      if (isEmpty) found.push({ file: null, path: pathOf(entry) })
      return
    }
    for (const inner of some) await collect(inner, found)
  }
}

function pathOf({ fullPath }: FileSystemEntry): string {
  return fullPath.replace(/^\//, '')
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
