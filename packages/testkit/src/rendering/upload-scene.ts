import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from '@gridloom/client/calls'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import type { RenderScene } from '@gridloom/contract/rendering/scene'

/** The owner of the scene. */
export interface Uploader {
  url: string
  token: string
  client: Client
}

/** Uploads a file as a browser does, in one go. A scene that is already stored is not sent again. */
export async function uploadScene(uploader: Uploader, file: string): Promise<RenderScene> {
  const begun = await beginUpload(uploader, file)
  if (begun.kind === 'held') return begun.scene
  return uploader.client.rendering.finishUpload({ params: { id: begun.upload.id } })
}

/** Uploads all bytes of a file that is not stored yet, and leaves the upload to be finished. */
export async function beginUpload(uploader: Uploader, file: string) {
  const { client } = uploader
  const bytes = await readFile(file)
  const body = {
    file_name: path.basename(file),
    size_bytes: bytes.length,
    block_hashes: hashBlocksOf(bytes).map((block) =>
      createHash('sha256').update(block).digest('hex'),
    ),
  }
  const begun = await client.rendering.startUpload({ body })
  if (begun.kind === 'upload') await sendBytes(uploader, begun.upload.id, bytes)
  return begun
}

function hashBlocksOf(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / hashBlockBytes)
  return Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * hashBlockBytes, (at + 1) * hashBlockBytes),
  )
}

async function sendBytes({ url, token }: Uploader, id: string, bytes: Buffer): Promise<void> {
  const answer = await fetch(`${url}/api/render/uploads/${id}/bytes`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  })
  if (!answer.ok) throw new Error(`the upload was refused: ${answer.status} ${await answer.text()}`)
}
