import { audit } from '@gridloom/contract/audit/endpoints'
import type { CodeAction } from '../../ui/components/as-code.tsx'

/** The actions of the audit log's screen as code. */
export const auditCode: readonly CodeAction[] = [
  {
    name: 'List the audit log',
    endpoint: audit.listAll,
    input: { query: { action: 'instances.destroy', page: 1, page_size: 20 } },
  },
]
