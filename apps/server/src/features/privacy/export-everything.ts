import { product } from '@gridloom/contract/core/product'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import type { Download } from '../../platform/http/routes.ts'
import type { ExportSection, PersonalData } from '../../platform/personal-data.ts'
import { type ExportedRow, selectSection } from './export-store.ts'

const atOnceMax = 500

/**
 * Exports all stored data of the user as one JSON document: an object with a list per section. It is read and sent in
 * pages, so its size is unlimited, and sections may reflect different times.
 */
export async function exportEverything(
  ctx: Ctx,
  { sections }: Pick<PersonalData, 'sections'>,
): Promise<Download> {
  userOf(ctx)
  const at = ctx.clock.now().toISOString()
  return {
    fileName: `${product.name.toLowerCase()}-export-${at.slice(0, 10)}.json`,
    contentType: 'application/json; charset=utf-8',
    pieces: documentOf(ctx, at, sections),
  }
}

async function* documentOf(
  ctx: Ctx,
  at: string,
  sections: readonly ExportSection[],
): AsyncIterable<string> {
  yield `{"exported_at":${JSON.stringify(at)}`
  for (const section of sections) {
    yield `,\n${JSON.stringify(section.name)}:[`
    let separator = '\n'
    for await (const rows of pagesOf(ctx, section)) {
      const text = rows.map(({ shown }) => JSON.stringify(shown)).join(',\n')
      yield `${separator}${text}`
      separator = ',\n'
    }
    yield ']'
  }
  yield '}\n'
}

async function* pagesOf(ctx: Ctx, section: ExportSection): AsyncIterable<ExportedRow[]> {
  const user = userOf(ctx)
  for (let after = ''; ; ) {
    ctx.signal.throwIfAborted()
    const rows = await selectSection(ctx.db, section, { user, after, most: atOnceMax })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < atOnceMax) return
    after = last.key
  }
}
