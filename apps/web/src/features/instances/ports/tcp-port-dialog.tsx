import { readNetwork, type TcpPort, tcpNetworksMax } from '@gridloom/contract/ports/tcp-port'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { type OnePort, useOpenTcpPort } from '../api/ports.ts'

interface TcpPortDialogProps {
  one: OnePort
  /** `null`: the dialog opens one. */
  tcp: TcpPort | null
  opened: boolean
  close: () => void
}

/** Opens a public TCP port, or changes the networks that may connect to it. */
export function TcpPortDialog(props: TcpPortDialogProps) {
  const { one, tcp, opened, close } = props
  const title =
    tcp === null ? `Open TCP port for port ${one.port}` : `Who can connect to TCP port ${tcp.port}`
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <NetworksForm {...props} />
    </Modal>
  )
}

function NetworksForm({ one, tcp, close }: TcpPortDialogProps) {
  const openTcp = useOpenTcpPort(one)
  const [text, setText] = useState(tcp?.allowed.join('\n') ?? '')
  const [problem, setProblem] = useState<string>()
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        const read = networksIn(text)
        if ('problem' in read) return setProblem(read.problem)
        openTcp.mutate(read.networks, { onSuccess: close })
      }}
    >
      <Textarea
        label="Allowed networks"
        description="One address or network a line, such as 203.0.113.0/24 or 2001:db8::/32. Empty: everyone can connect."
        placeholder="Everyone"
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <FormProblem text={openTcp.error ? describeError(openTcp.error).text : undefined} />
      <FormButtons busy={openTcp.isPending} cancel={close}>
        {tcp === null ? 'Open TCP port' : 'Save'}
      </FormButtons>
    </Form>
  )
}

function networksIn(text: string): { networks: string[] } | { problem: string } {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length > tcpNetworksMax) return { problem: `At most ${tcpNetworksMax} networks` }
  const networks: string[] = []
  for (const word of words) {
    const network = readNetwork(word)
    if (network === undefined) return { problem: `“${word}” is not an address or a network` }
    networks.push(network)
  }
  return { networks }
}
