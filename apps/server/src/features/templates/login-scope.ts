import type { TemplateContent } from '@gridloom/contract/templates/template'
import { registryNamed, registryOf } from '@gridloom/domain/image-address'

/** The fields that say whom a login is shown to. */
export type LoginFields = Pick<
  TemplateContent,
  'image_path_with_tag' | 'docker_repo_server' | 'docker_repo_username'
>

/**
 * Whether a stored password stays with the registry and the user that it was given for. Else whoever may change a
 * template, but never read its password, could have it sent to a registry of their own.
 */
export function isSameLogin(stored: LoginFields, wanted: LoginFields): boolean {
  return (
    stored.docker_repo_username === wanted.docker_repo_username &&
    registryFor(stored) === registryFor(wanted)
  )
}

function registryFor({ image_path_with_tag: image, docker_repo_server: server }: LoginFields) {
  return server === '' ? registryOf(image) : registryNamed(server)
}
