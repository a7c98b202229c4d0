import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../ui/components/as-code.tsx'

/** The actions of the audit log's screen as code. */
export const auditCode: readonly CodeAction[] = [
  {
    name: 'List the audit log',
    endpoint: endpoints.audit.listAll,
    input: { query: { action: 'instances.destroy', page: 1, page_size: 20 } },
  },
]
