import { CopyLine } from '../../ui/components/copy.tsx'
import { PanelRow, SidePanel } from '../../ui/components/side-panel.tsx'

const verify = `const { Webhook } = require('standardwebhooks')

new Webhook(process.env.WEBHOOK_SECRET)
  .verify(body, headers)`

/** How a receiver checks and answers deliveries. */
export function WebhookHelp() {
  return (
    <PanelRow>
      <SidePanel title="Verify the signature">
        <p>
          Deliveries follow <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. Its
          libraries verify them in every common language; pass the body as it arrived.
        </p>
        <CopyLine label="Verification in Node.js" text={verify} />
      </SidePanel>
      <SidePanel title="Answer">
        <p>
          Answer with a 2xx status within 10 seconds, and work on the event afterwards. Redirects
          are not followed.
        </p>
        <p>
          Failed deliveries are repeated with growing pauses for 24 hours, so an event can arrive
          twice: its <code>webhook-id</code> is then the same.
        </p>
        <p>
          <a href="/api/docs">Events and their fields</a>
        </p>
      </SidePanel>
    </PanelRow>
  )
}
