import { type Guide, tokenPlace } from '../guide.ts'
import { commonTroubles, enrolStep, fetchStep, outgoing } from './common.ts'

export const ubuntu: Guide = {
  system: 'linux',
  path: '/how-to-host',
  name: 'Ubuntu',
  lead: 'One command turns an Ubuntu, Debian or similar Linux computer into a machine that others can rent.',
  needs: [
    {
      name: 'System',
      text: 'Ubuntu 22.04, Debian 12 or newer, or another Linux with systemd and glibc 2.28. x86-64 or arm64.',
    },
    {
      name: 'Docker',
      text: 'Docker Engine 20.10 or newer. None yet? Add `--install-docker` to the command.',
    },
    {
      name: 'Rights',
      text: 'Root, which the agent uses for rules of iptables, disks of instances, and the limits and users of sandboxes. With rootless Docker or Podman leave `sudo` out: the agent then runs as you, and sets none of these.',
    },
    {
      name: 'Rendering and models',
      text: 'bubblewrap, which keeps scenes and models in: `sudo apt-get install -y bubblewrap`. Not needed for instances.',
    },
    {
      name: 'Room',
      text: '500 MB to install; 10 GB free where Docker keeps its containers, and 1 GB of memory.',
    },
    {
      name: 'NVIDIA GPUs',
      text: 'The driver, and the NVIDIA container toolkit 1.17.8 or newer. Not needed without GPUs.',
    },
    outgoing,
  ],
  limits: [],
  where: 'In a terminal on the machine, as a person who may use `sudo`.',
  template: (url) =>
    `export GRIDLOOM_ENROLMENT_TOKEN=${tokenPlace}; curl -fsSL ${url}/install.sh | sudo --preserve-env=GRIDLOOM_ENROLMENT_TOKEN sh -s --`,
  script: '/install.sh',
  also: '`--name NAME` calls the machine something else than its host name; `--no-service` starts nothing.',
  steps: [
    {
      name: 'Looks',
      text: 'It finds out the system and the processor, whether Docker is there, and whether 500 MB are free. What is missing is said, and nothing is changed.',
    },
    fetchStep,
    enrolStep('/var/lib/gridloom-agent'),
    {
      name: 'Installs',
      text: 'The agent goes to `/opt/gridloom`, and the command `gridloom-agent` to `/usr/local/bin`.',
    },
    {
      name: 'Starts',
      text: 'It writes the systemd unit `gridloom-agent.service`, starts it, and has it start with the machine.',
    },
    {
      name: 'Measures',
      text: 'The agent dials out, measures processor, memory and disk for some seconds, and keeps rented containers off your private network with rules of its own in iptables.',
    },
  ],
  doctor: 'sudo gridloom-agent doctor',
  upgrade:
    'To upgrade the agent: `sudo gridloom-agent upgrade`. It takes only what is signed with the key that was kept at the installation.',
  log: 'journalctl -fu gridloom-agent',
  troubles: [
    {
      name: 'container engine',
      text: 'Docker is not installed, not started, or too old: `sudo apt-get install -y docker.io iptables e2fsprogs`, then `sudo systemctl enable --now docker`.',
    },
    {
      name: 'NVIDIA driver',
      text: '`sudo ubuntu-drivers install`, then restart the machine. `nvidia-smi` must list the card.',
    },
    {
      name: 'NVIDIA runtime',
      text: '`sudo nvidia-ctk runtime configure --runtime=docker`, then `sudo systemctl restart docker`.',
    },
    {
      name: 'network isolation',
      text: '`sudo apt-get install -y iptables`. Without it a rented container may reach your own network.',
    },
    ...commonTroubles,
  ],
  undo: (url) => `curl -fsSL ${url}/install.sh | sudo sh -s -- --uninstall`,
  undone:
    'Stops the service and removes the agent. The key stays in `/var/lib/gridloom-agent` until you add `--purge`.',
}
