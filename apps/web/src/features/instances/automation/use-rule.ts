import { ApiError } from '@gridloom/client/api-error'
import { AutomationSettings } from '@gridloom/contract/instances/automation'
import type { Instance } from '@gridloom/contract/instances/instance'
import { useState } from 'react'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeInstance } from '../api/change-instance.ts'

/**
 * Saves one rule of an instance. Settings are checked by the schema of the contract first, so that the form says what is
 * wrong as the server would.
 */
export function useRule({ id }: Instance) {
  const change = useChangeInstance(id)
  const [problem, setProblem] = useState<string>()
  return {
    problem,
    busy: change.isPending,
    save(settings: object): void {
      const parsed = AutomationSettings.safeParse(settings)
      setProblem(parsed.error?.issues.map(({ message }) => message).join('; '))
      if (!parsed.success) return
      change.mutate(
        { automation: parsed.data },
        { onError: (error) => setProblem(problemText(error)) },
      )
    },
  }
}

/** Says what the server rejects: its fields, or the error itself. */
export function problemText(error: Error): string {
  const fields = error instanceof ApiError ? Object.values(error.fields) : []
  return fields.length > 0 ? fields.join('; ') : describeError(error).text
}
