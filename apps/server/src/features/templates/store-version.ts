import { limits } from '@gridloom/contract/core/constants'
import type { TemplateId } from '@gridloom/contract/core/ids'
import type { TemplateContent } from '@gridloom/contract/templates/template'
import { type Ctx, type Tx, userOf } from '../../platform/ctx.ts'
import { insertVersion } from './versions-store.ts'

/** Stores a version of a template. */
export async function storeVersion(
  ctx: Ctx,
  tx: Tx,
  { id, version, content }: { id: TemplateId; version: number; content: TemplateContent },
): Promise<void> {
  await insertVersion(
    tx,
    {
      template_id: id,
      version,
      content: JSON.stringify(content),
      created_at: ctx.clock.now(),
      created_by: userOf(ctx),
    },
    limits.templateVersions,
  )
}
