import { type Guide, tokenPlace } from '../guide.ts'
import { commonTroubles, enrolStep, fetchStep, outgoing } from './common.ts'

export const mac: Guide = {
  system: 'macos',
  path: '/how-to-host/mac',
  name: 'macOS',
  lead: 'One command turns a Mac with Docker into a machine that others can rent.',
  needs: [
    { name: 'System', text: 'macOS 13.5 or newer, with Apple’s or Intel’s processor.' },
    {
      name: 'Docker',
      text: 'Docker Desktop or Colima, started, and set to start when you log in.',
    },
    {
      name: 'Room',
      text: '500 MB to install; 10 GB free on the disk that Docker uses, and 1 GB of memory.',
    },
    outgoing,
  ],
  limits: [
    'Docker on a Mac keeps containers in a virtual machine that the agent cannot dial into: templates that answer on a port (web apps, SSH) do not become ready here. Batch work, logs, commands and terminals do work.',
    'The GPU of a Mac cannot be given to a container, so a Mac offers processors alone.',
    'Containers are kept apart by Docker alone: the agent’s own rules against your private network need Linux.',
    'The disk of a container cannot be limited either: the machine is offered only if you list it as not isolated, and images that declare volumes are refused.',
  ],
  where: 'In Terminal, as the person who runs Docker, and without `sudo`.',
  template: (url) =>
    `export GRIDLOOM_ENROLMENT_TOKEN=${tokenPlace}; curl -fsSL ${url}/install.sh | sh -s --`,
  script: '/install.sh',
  also: '`--name NAME` calls the machine something else than its host name; `--no-service` starts nothing.',
  steps: [
    {
      name: 'Looks',
      text: 'It finds out the processor, whether Docker’s socket is there, and whether 500 MB are free. What is missing is said, and nothing is changed.',
    },
    fetchStep,
    enrolStep('~/.local/share/gridloom-agent'),
    {
      name: 'Installs',
      text: 'The agent goes to `~/.local/share/gridloom`, and the command `gridloom-agent` to `~/.local/bin`.',
    },
    {
      name: 'Starts',
      text: 'It writes `~/Library/LaunchAgents/com.gridloom.agent.plist`, so that launchd runs the agent whenever you are logged in, and starts it.',
    },
    {
      name: 'Measures',
      text: 'The agent dials out and measures processor, memory and disk for some seconds.',
    },
  ],
  doctor: '~/.local/bin/gridloom-agent doctor',
  upgrade:
    'To upgrade the agent: `~/.local/bin/gridloom-agent upgrade`. It takes only what is signed with the key that was kept at the installation.',
  log: 'tail -f ~/.local/share/gridloom-agent/agent.log',
  troubles: [
    {
      name: 'container engine',
      text: 'Docker does not run. Start Docker Desktop (or `colima start`) and wait until it says that it runs.',
    },
    {
      name: 'network isolation',
      text: 'A warning here on a Mac, always: the rules need Linux. Hosting goes on without them.',
    },
    ...commonTroubles,
  ],
  undo: (url) => `curl -fsSL ${url}/install.sh | sh -s -- --uninstall`,
  undone:
    'Stops the agent and removes it. The key stays in `~/.local/share/gridloom-agent` until you add `--purge`.',
}
