import { ToolboxFacts } from '@gridloom/contract/installers/toolbox'
import { z } from 'zod'
import type { PreparedCalls } from './prepared-call.ts'

const Published = z.object({ data: ToolboxFacts })

/** Downloads. */
export const preparedInstallers: PreparedCalls = {
  'installers.toolboxArchive': async ({ product: { server } }) => {
    const platform = 'linux-x64'
    const answer = await fetch(`${server.url}/install/toolbox/${platform}`)
    const { sha256 } = Published.parse(await answer.json()).data
    return { params: { platform, sha256 } }
  },
}
