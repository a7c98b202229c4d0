import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import { MachineSays } from '../../../ui/components/machine-says.tsx'

/** A problem: our text, and separately the machine's own message. */
export function ProblemText({ problem: { text, machine_says: said } }: { problem: RenderProblem }) {
  return (
    <>
      {text}
      {said !== undefined && <MachineSays text={said} />}
    </>
  )
}
