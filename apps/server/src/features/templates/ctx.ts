import type { Ctx } from '../../platform/ctx.ts'
import type { Outside } from '../../platform/outbound/outside.ts'
import type { SecretSealer } from '../../platform/secret-sealer.ts'

/** The adapters that this feature makes. */
export interface TemplateAdapters {
  /** Seals passwords of registries. */
  readonly templateSecrets: SecretSealer
  /** The rules for the addresses of registries. */
  readonly registries: Outside
}

/** What stores and reads passwords of registries. */
export interface TemplateSecretsCtx extends Ctx, Pick<TemplateAdapters, 'templateSecrets'> {}

/** The context of this feature. */
export interface TemplatesCtx extends TemplateSecretsCtx, TemplateAdapters {}
