import { type Guide, tokenPlace } from '../guide.ts'
import { commonTroubles, enrolStep, fetchStep, outgoing } from './common.ts'

export const mac: Guide = {
  system: 'macos',
  path: '/how-to-host/mac',
  name: 'macOS',
  lead: 'Rent out a Mac with Docker. Setup takes one command.',
  needs: [
    { name: 'System', text: 'macOS 13.5 or newer, with Apple’s or Intel’s processor.' },
    {
      name: 'Docker',
      text: 'Docker Desktop or Colima, started, and set to start when you log in.',
    },
    {
      name: 'Disk and memory',
      text: '500 MB to install; 10 GB free on the disk that Docker uses, and 1 GB of memory.',
    },
    outgoing,
  ],
  limits: [
    'Docker on a Mac keeps containers in a virtual machine that the agent can’t connect to. Templates that serve a port (web apps, SSH) don’t become ready here. Batch work, logs, commands and terminals work.',
    'Containers can’t use the GPU of a Mac, so a Mac offers CPUs only.',
    'Only Docker isolates containers: the agent’s rules that protect your private network need Linux.',
    'Container disks can’t be limited either. The machine is offered only if you list it as not isolated, and images that declare volumes are refused.',
  ],
  where: 'In Terminal, as the user who runs Docker, without `sudo`.',
  template: (url) =>
    `export GRIDLOOM_ENROLMENT_TOKEN=${tokenPlace}; curl -fsSL ${url}/install.sh | sh -s --`,
  script: '/install.sh',
  also: 'Use `--name NAME` to set a name other than the host name, and `--no-service` to install without starting.',
  steps: [
    {
      name: 'Checks',
      text: 'Checks the processor, Docker’s socket and 500 MB of free space. If something is missing, it says so and changes nothing.',
    },
    fetchStep,
    enrolStep('~/.local/share/gridloom-agent'),
    {
      name: 'Installs',
      text: 'Installs the agent in `~/.local/share/gridloom` and the command `gridloom-agent` in `~/.local/bin`.',
    },
    {
      name: 'Starts',
      text: 'Writes `~/Library/LaunchAgents/com.gridloom.agent.plist`, so launchd runs the agent whenever you are logged in, and starts it.',
    },
    {
      name: 'Measures',
      text: 'The agent connects and measures processor, memory and disk for a few seconds.',
    },
  ],
  doctor: '~/.local/bin/gridloom-agent doctor',
  upgrade:
    'To upgrade the agent: `~/.local/bin/gridloom-agent upgrade`. It accepts only bundles signed with the key stored at installation.',
  log: 'tail -f ~/.local/share/gridloom-agent/agent.log',
  troubles: [
    {
      name: 'container engine',
      text: 'Docker is not running. Start Docker Desktop (or run `colima start`) and wait until it is ready.',
    },
    {
      name: 'network isolation',
      text: 'This warning is expected on a Mac, because the rules need Linux. Hosting works without them.',
    },
    ...commonTroubles,
  ],
  undo: (url) => `curl -fsSL ${url}/install.sh | sh -s -- --uninstall`,
  undone:
    'Stops and removes the agent. The key stays in `~/.local/share/gridloom-agent` until you add `--purge`.',
}
