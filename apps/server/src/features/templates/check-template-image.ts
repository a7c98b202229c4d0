import type { ImageCheck, ImageCheckRequest } from '@gridloom/contract/templates/image-check'
import type { TemplatesCtx } from './ctx.ts'
import { isSameLogin } from './login-scope.ts'
import { checkImage } from './registry/check-image.ts'
import { noSuchTemplate, visibleTemplate } from './visible-template.ts'

/**
 * Asks the registry of an image, with the login of the request or the password that a template of the active account
 * stores for the same registry and user.
 * @throws Refused `not_found`, and those of {@link checkImage}
 */
export async function checkTemplateImage(
  ctx: TemplatesCtx,
  { template_id: id, ...request }: ImageCheckRequest,
): Promise<ImageCheck> {
  if (id === undefined || request.docker_repo_password !== '') return checkImage(ctx, request)
  const { row, access } = await visibleTemplate(ctx, id)
  if (access !== 'own') throw noSuchTemplate()
  const { registry_password: sealed, content } = row
  if (sealed === null || !isSameLogin(content, request)) return checkImage(ctx, request)
  const docker_repo_password = await ctx.templateSecrets.open(sealed, id)
  return checkImage(ctx, { ...request, docker_repo_password })
}
