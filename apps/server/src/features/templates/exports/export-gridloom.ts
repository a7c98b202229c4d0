import type { Template } from '@gridloom/contract/templates/template'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'

/** Writes the command that orders an instance; names are unique only among predefined templates and one's own. */
export function exportGridloom({
  access,
  id,
  name,
}: Pick<Template, 'access' | 'id' | 'name'>): string {
  const isNamed = access === 'predefined' || access === 'own'
  return `gridloom rent OFFER --template ${quoteShell(isNamed ? name : id)}\n`
}
