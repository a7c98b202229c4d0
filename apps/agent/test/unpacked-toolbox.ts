import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { builtToolbox } from './toolbox-server.ts'

const run = promisify(execFile)

let unpacked: Promise<{ folder: string }> | undefined

/** The built toolbox in a folder of this machine. */
export function unpackedToolbox(): Promise<{ folder: string }> {
  unpacked ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gridloom-toolbox-'))
    await writeFile(join(folder, 'toolbox.tar'), zstdDecompressSync(builtToolbox()))
    await run('tar', ['-x', '-C', folder, '-f', join(folder, 'toolbox.tar')])
    return { folder: join(folder, '.gridloom') }
  })()
  return unpacked
}
