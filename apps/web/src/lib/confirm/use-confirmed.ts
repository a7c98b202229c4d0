import { useRuntime } from '../runtime.tsx'
import { afterConfirming } from './confirmations.ts'

/**
 * Runs an action that may be refused for want of a recent proof: asks for it and runs it once more.
 * Only for what does not go through the typed client, whose every call does this by itself.
 */
export function useConfirmed(): <Result>(action: () => Promise<Result>) => Promise<Result> {
  const { confirmations } = useRuntime()
  return (action) => afterConfirming(confirmations, action)
}
