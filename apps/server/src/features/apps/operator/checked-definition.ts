import type { AppDefinition } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import { Refused } from '@gridloom/contract/errors'
import { isRecipeImage } from '@gridloom/domain/apps/recipe-image'
import { checkDockerOptions } from '../../templates/index.ts'
import { imageOf } from '../need-of.ts'

/**
 * Checks what the schema of an app cannot: its parts must fit each other. Returns it with the image of its recipe.
 * @throws Refused `invalid_input`
 */
export function checkedDefinition(slug: AppName, definition: AppDefinition): AppDefinition {
  const { container, recipe } = definition
  checkDockerOptions(container.docker_options, 'definition.container.docker_options')
  if (container.launch_mode !== 'entrypoint' && container.docker_entry_point_tags.length > 0)
    throw wrong('container.docker_entry_point_tags', 'Arguments are for the launch mode entrypoint')
  if (recipe === null && isRecipeImage(container.image_path_with_tag))
    throw wrong('container.image_path_with_tag', 'Images of this name are built from a recipe')
  refuseTwice(definition)
  refuseUndeclared(definition)
  const image = imageOf(slug, definition)
  return { ...definition, container: { ...container, image_path_with_tag: image } }
}

function refuseTwice({ fields, ports }: AppDefinition): void {
  if (isTwice(fields.map(({ name }) => name))) throw wrong('fields', 'A field is there twice')
  if (isTwice(ports.map(({ port }) => port))) throw wrong('ports', 'A port is there twice')
}

function isTwice(values: readonly unknown[]): boolean {
  return new Set(values).size !== values.length
}

/** Pages are of declared ports, and the password of a login is a field or a variable of the app. */
function refuseUndeclared({ fields, ports, links, login, container }: AppDefinition): void {
  const declared = new Set(ports.map(({ port }) => port))
  const link = links.find(({ port }) => !declared.has(port))
  // JupyterLab's port is declared by its launch mode.
  if (link !== undefined && container.launch_mode !== 'jupyter')
    throw wrong('links', `Port ${link.port} is not among the ports of the app`)
  if (login === null || Object.hasOwn(container.env, login.password)) return
  if (!fields.some(({ name }) => name === login.password))
    throw wrong('login', `${login.password} is neither a field nor a variable of the app`)
}

function wrong(field: string, text: string): Refused {
  return new Refused('invalid_input', { fields: { [`definition.${field}`]: text } })
}
