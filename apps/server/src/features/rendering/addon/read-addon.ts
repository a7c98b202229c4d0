import { readFile } from 'node:fs/promises'
import type { Download } from '../../../platform/http/routes.ts'
import type { RenderingCtx } from '../ctx.ts'

const file = new URL('./gridloom_addon.py', import.meta.url)
const ownAddress = /^DEFAULT_SERVER = .*$/m

/** The add-on for Blender, which knows the server that it came from. */
export async function readAddon({ publicUrl }: Pick<RenderingCtx, 'publicUrl'>): Promise<Download> {
  const text = await readFile(file, 'utf8')
  // A text of JSON is one of Python as well.
  const own = text.replace(ownAddress, () => `DEFAULT_SERVER = ${JSON.stringify(publicUrl)}`)
  const bytes = new TextEncoder().encode(own)
  return {
    fileName: 'gridloom_addon.py',
    contentType: 'text/x-python; charset=utf-8',
    bytes: bytes.length,
    pieces: inOne(bytes),
  }
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
