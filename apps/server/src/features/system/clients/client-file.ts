import { readFile } from 'node:fs/promises'
import { api } from '@gridloom/contract/api'
import { errorCodes } from '@gridloom/contract/errors'
import type { ClientFileName } from '@gridloom/contract/system/client-file'
import type { Download } from '../../../platform/http/routes.ts'
import { clientCalls } from './client-calls.ts'
import { pythonParts } from './python-client.ts'
import { typescriptParts } from './typescript-client.ts'

interface ClientOrigin {
  name: string
  version: string
  /** The server's public address, which the client calls by default. */
  url: string
}

const parts = { 'gridloom.ts': typescriptParts, 'gridloom.py': pythonParts } as const

/** A client for the whole API in one file without packages: a template, with the contract's calls filled in. */
export async function clientFile(fileName: ClientFileName, origin: ClientOrigin): Promise<string> {
  const template = await readFile(new URL(`./${fileName}.template`, import.meta.url), 'utf8')
  const texts: Readonly<Record<string, string>> = {
    ...parts[fileName](clientCalls(api), Object.keys(errorCodes)),
    name: origin.name,
    version: origin.version,
    origin: origin.url,
  }
  return template.replace(/\{\{(\w+)\}\}/g, (place, name: string) => texts[name] ?? place)
}

/** The client file as a download. */
export async function readClientFile(
  fileName: ClientFileName,
  origin: ClientOrigin,
): Promise<Download> {
  const text = await clientFile(fileName, origin)
  return {
    fileName,
    contentType: 'text/plain; charset=utf-8',
    disposition: 'inline',
    pieces: inOne(text),
  }
}

async function* inOne(text: string): AsyncGenerator<string> {
  yield text
}
