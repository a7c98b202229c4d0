import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import { MachineSays } from '../../../ui/components/machine-says.tsx'

/** What went wrong: our sentence, and apart from it what the machine said. */
export function ProblemText({ problem: { text, machine_says: said } }: { problem: RenderProblem }) {
  return (
    <>
      {text}
      {said !== undefined && <MachineSays text={said} />}
    </>
  )
}
