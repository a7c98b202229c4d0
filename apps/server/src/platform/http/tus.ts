import { Refused } from '@gridloom/contract/errors'
import type { UploadAnswer } from './routes.ts'

/**
 * The core of the tus resumable upload protocol over HTTP: HEAD returns the offset, PATCH continues from it. Uploads
 * are announced with their hashes, as JSON, instead of by its creation extension. Source: tus.io/protocols, 1.0.0.
 */
const version = '1.0.0'
const spoken = { 'tus-resumable': version }

type Header = (name: string) => string | undefined

/** Returns the response to a client with another protocol version. */
export function refuseVersion(header: Header): UploadAnswer | undefined {
  if (header('tus-resumable') === version) return undefined
  return { status: 412, headers: { ...spoken, 'tus-version': version } }
}

/** Parses the offset of the bytes and the announced length. @throws Refused `invalid_input` */
export function parsePatch(header: Header): { offset: number; length: number | undefined } {
  const offset = numberIn(header('upload-offset'))
  if (offset === undefined)
    throw new Refused('invalid_input', { fields: { 'upload-offset': 'must be a whole number' } })
  return { offset, length: numberIn(header('content-length')) }
}

export function answerHead({ offset, length }: { offset: number; length: number }): UploadAnswer {
  return {
    status: 200,
    headers: {
      ...spoken,
      'upload-offset': String(offset),
      'upload-length': String(length),
    },
  }
}

export function answerPatch(offset: number): UploadAnswer {
  return { status: 204, headers: { ...spoken, 'upload-offset': String(offset) } }
}

function numberIn(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
