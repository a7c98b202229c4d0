import { readFile } from 'node:fs/promises'
import type { Download } from '../../../platform/http/routes.ts'
import type { RenderingCtx } from '../ctx.ts'

const file = new URL('./gridloom_addon.py', import.meta.url)
const ownAddress = /^DEFAULT_SERVER = .*$/m

/** Returns the add-on for Blender, with the address of this server as its default. */
export async function readAddon({ publicUrl }: Pick<RenderingCtx, 'publicUrl'>): Promise<Download> {
  const text = await readFile(file, 'utf8')
  // A JSON string is a valid Python string, too.
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
