import type { Template } from '@gridloom/contract/templates/template'
import type { Ctx } from '../../ctx.ts'

/** Says how to store a missing password: copies and files have none. */
export function notePassword({ output }: Ctx, template: Template): void {
  const { name, docker_repo_username: user, docker_repo_password_saved: isSaved } = template
  if (user === '' || isSaved) return
  output.note(
    `The password of ${user} for the registry is missing: gridloom templates edit ${name} --registry-user ${user}`,
  )
}
