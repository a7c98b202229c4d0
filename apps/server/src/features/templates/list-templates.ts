import type { Template } from '@gridloom/contract/templates/template'
import { builtInTemplates } from './built-in.ts'

/** All templates that an account may use. */
export function listTemplates(): readonly Template[] {
  return builtInTemplates
}
