import type { Client } from '@gridloom/client/calls'
import type { TemplateId } from '@gridloom/contract/core/ids'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

const staleMs = 60_000

/** Fetches a template, which a code opens that somebody shared; disabled without an id. */
export function templateQuery(client: Client, id: TemplateId | undefined, code?: string) {
  const query = code === undefined ? {} : { code }
  return queryOptions({
    queryKey: keys.template(id ?? 'none', code),
    queryFn: id
      ? ({ signal }) => client.templates.read({ params: { id }, query, signal })
      : skipToken,
    staleTime: staleMs,
  })
}

/** Fetches the template that orders begin with. */
export function defaultTemplateQuery(client: Client) {
  return queryOptions({
    queryKey: keys.defaultTemplate,
    queryFn: ({ signal }) => client.templates.readDefault({ signal }),
    staleTime: staleMs,
  })
}
