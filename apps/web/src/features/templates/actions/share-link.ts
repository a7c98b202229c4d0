import type { Template } from '@gridloom/contract/templates/template'

/** Returns the address of a template's page for whoever has its code. */
export function shareLink({ id }: Pick<Template, 'id'>, code: string, origin: string): string {
  return `${origin}/template/view/${id}?code=${code}`
}

/** Finds the code in what somebody pasted: the code itself, or a link with it. */
export function codeIn(pasted: string): string {
  const text = pasted.trim()
  return URL.parse(text)?.searchParams.get('code') ?? text.toLowerCase()
}
