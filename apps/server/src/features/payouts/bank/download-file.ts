import type { Download } from '../../../platform/http/routes.ts'
import { operatorOf } from '../../accounts/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { readXml } from './files-store.ts'
import { noSuchFile } from './list-files.ts'

/** Returns a file for the bank: the same bytes each time. @throws Refused `forbidden`, `not_found` */
export async function downloadFile(ctx: PayoutsCtx, number: number): Promise<Download> {
  operatorOf(ctx)
  const file = await readXml(ctx.db, number)
  if (file === undefined) throw noSuchFile()
  return {
    fileName: `payouts-${number}.xml`,
    contentType: 'application/xml',
    pieces: inOne(file.xml),
  }
}

async function* inOne(piece: string): AsyncIterable<string> {
  yield piece
}
