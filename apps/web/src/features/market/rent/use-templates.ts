import type { TemplateId } from '@gridloom/contract/core/ids'
import type { Template } from '@gridloom/contract/templates/template'
import { useQuery } from '@tanstack/react-query'
import { templatesQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import {
  defaultTemplateQuery,
  templateQuery,
} from '../../../shared/templates/api/template-queries.ts'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'

const none: readonly Template[] = []

/** The templates to choose from in an order, and the one that it begins with. */
export interface RentTemplates {
  readonly list: readonly Template[]
  /** The template of the URL, else the account's default; `undefined` before it is known, and where it failed to load. */
  readonly first: TemplateId | undefined
  readonly loads: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** Loads the usable templates, with the one of the URL or the default if it is of somebody else. */
export function useTemplates(named: TemplateId | undefined): RentTemplates {
  const client = useClient()
  const usable = useQuery(templatesQuery(client))
  const usual = useQuery({ ...defaultTemplateQuery(client), enabled: named === undefined })
  const first = named ?? usual.data?.id
  const isForeign = usable.data?.every(({ id }) => id !== first) ?? false
  const foreign = useQuery(templateQuery(client, isForeign ? first : undefined))
  // Without them an order begins with the first usable template.
  useShownInPlace(usual.error)
  useShownInPlace(foreign.error)
  return {
    list: [...(foreign.data ? [foreign.data] : none), ...(usable.data ?? none)],
    first,
    loads: usable.isPending || usual.isLoading || foreign.isLoading,
    error: usable.error,
    retry: () => void usable.refetch(),
  }
}
