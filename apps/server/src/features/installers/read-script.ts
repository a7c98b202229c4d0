import { readFile } from 'node:fs/promises'
import { shellWord } from '@gridloom/domain/shell/quote-shell'
import type { Download } from '../../platform/http/routes.ts'
import type { InstallersCtx } from './ctx.ts'
import { fillScript, powershellWord } from './install-script.ts'

/** The two scripts, with the quoting and the key format of each. */
const scripts = {
  'install.sh': { quoted: shellWord, key: 'pem' },
  'install.ps1': { quoted: powershellWord, key: 'xml' },
} as const

/** Returns an install script with this server's address and public key, inline, so that users can read it first. */
export async function readInstallScript(
  ctx: InstallersCtx,
  fileName: keyof typeof scripts,
): Promise<Download> {
  const script = await readFile(new URL(`./scripts/${fileName}`, import.meta.url), 'utf8')
  const { quoted, key } = scripts[fileName]
  const publicKey = (await ctx.bundleSigner.publicKey())[key]
  const filled = fillScript(script, {
    serverUrl: quoted(ctx.publicUrl),
    publicKey: quoted(publicKey),
  })
  return {
    fileName,
    contentType: 'text/plain; charset=utf-8',
    disposition: 'inline',
    pieces: onePiece(filled),
  }
}

async function* onePiece(text: string): AsyncIterable<string> {
  yield text
}
