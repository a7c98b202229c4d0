import type { Client } from '@gridloom/client/calls'
import type { TemplateId } from '@gridloom/contract/core/ids'
import type { TemplateList } from '@gridloom/contract/templates/endpoints'
import type { ExportFormat } from '@gridloom/contract/templates/template-source'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Templates that are fetched at once. */
export const templatesPerPage = 50

export interface TemplateSearch {
  list: Exclude<TemplateList, 'usable'>
  search?: string
  tag?: string
}

/** Fetches the templates of a list that fit a search, {@link templatesPerPage} at a time. */
export function templateListQuery(client: Client, wanted: TemplateSearch) {
  return infiniteQueryOptions({
    queryKey: keys.templateList(wanted),
    queryFn: ({ pageParam: offset, signal }) =>
      client.templates.list({ query: { ...wanted, offset, limit: templatesPerPage }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < templatesPerPage ? undefined : pages.length * templatesPerPage,
    placeholderData: keepPreviousData,
  })
}

/** Fetches the versions of a template of one's own, newest first. */
export function templateVersionsQuery(client: Client, id: TemplateId) {
  return queryOptions({
    queryKey: keys.templateVersions(id),
    queryFn: ({ signal }) => client.templates.versions({ params: { id }, signal }),
  })
}

interface WantedExport {
  format: ExportFormat
  code?: string | undefined
}

/** Fetches a template as text. */
export function templateExportQuery(client: Client, id: TemplateId, wanted: WantedExport) {
  const { format, code } = wanted
  const query = code === undefined ? { format } : { format, code }
  return queryOptions({
    queryKey: keys.templateExport(id, query),
    queryFn: ({ signal }) => client.templates.export({ params: { id }, query, signal }),
  })
}
