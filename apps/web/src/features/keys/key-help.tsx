import { endpoints } from 'virtual:api-facts'
import { CopyLine } from '../../ui/components/copy.tsx'
import { PanelRow, SidePanel } from '../../ui/components/side-panel.tsx'
import { curlLine } from '../../ui/format/curl-line.ts'

/** How to use a key: in a shell, and with clients of OpenAI's API. */
export function KeyHelp() {
  const { origin } = location
  return (
    <PanelRow>
      <SidePanel title="Use a key">
        <p>
          Set it as <code>GRIDLOOM_TOKEN</code>. The <code>gridloom</code> command reads it, too.
        </p>
        <CopyLine label="Example call" text={curlLine(endpoints.market.search, {}, origin)} />
        <p>
          <a href="/api/docs">API reference</a>
        </p>
      </SidePanel>
      <SidePanel title="OpenAI clients">
        <p>A key with the scope “models:use” calls models from any OpenAI-compatible client.</p>
        <CopyLine
          label="Environment of an OpenAI client"
          text={`export OPENAI_BASE_URL=${origin}/v1\nexport OPENAI_API_KEY=$GRIDLOOM_TOKEN`}
        />
      </SidePanel>
    </PanelRow>
  )
}
