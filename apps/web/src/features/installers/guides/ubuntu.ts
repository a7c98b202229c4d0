import { type Guide, tokenPlace } from '../guide.ts'
import { commonTroubles, enrolStep, fetchStep, outgoing } from './common.ts'

export const ubuntu: Guide = {
  system: 'linux',
  path: '/how-to-host',
  name: 'Ubuntu',
  lead: 'Rent out an Ubuntu, Debian or similar Linux computer. Setup takes one command.',
  needs: [
    {
      name: 'System',
      text: 'Ubuntu 22.04, Debian 12 or newer, or another Linux with systemd and glibc 2.28. x86-64 or arm64.',
    },
    {
      name: 'Docker',
      text: 'Docker Engine 20.10 or newer. To install it, add `--install-docker` to the command.',
    },
    {
      name: 'Permissions',
      text: 'Root, for iptables rules, instance disks, and the limits and users of sandboxes. With rootless Docker or Podman, leave out `sudo`: the agent then runs as you and sets none of these.',
    },
    {
      name: 'Rendering and models',
      text: 'bubblewrap, the sandbox for scenes and models: `sudo apt-get install -y bubblewrap`. Not needed for instances.',
    },
    {
      name: 'Disk and memory',
      text: '500 MB to install; 10 GB free where Docker keeps its containers, and 1 GB of memory.',
    },
    {
      name: 'NVIDIA GPUs',
      text: 'The driver, and the NVIDIA container toolkit 1.17.8 or newer. Not needed without GPUs.',
    },
    outgoing,
  ],
  limits: [],
  where: 'In a terminal on the machine, as a user with `sudo`.',
  template: (url) =>
    `export GRIDLOOM_ENROLMENT_TOKEN=${tokenPlace}; curl -fsSL ${url}/install.sh | sudo --preserve-env=GRIDLOOM_ENROLMENT_TOKEN sh -s --`,
  script: '/install.sh',
  also: 'Use `--name NAME` to set a name other than the host name, and `--no-service` to install without starting.',
  steps: [
    {
      name: 'Checks',
      text: 'Checks the system, the processor, Docker and 500 MB of free space. If something is missing, it says so and changes nothing.',
    },
    fetchStep,
    enrolStep('/var/lib/gridloom-agent'),
    {
      name: 'Installs',
      text: 'Installs the agent in `/opt/gridloom` and the command `gridloom-agent` in `/usr/local/bin`.',
    },
    {
      name: 'Starts',
      text: 'Writes the systemd unit `gridloom-agent.service`, starts it and enables it at boot.',
    },
    {
      name: 'Measures',
      text: 'The agent connects, measures processor, memory and disk for a few seconds, and sets iptables rules that keep rented containers off your private network.',
    },
  ],
  doctor: 'sudo gridloom-agent doctor',
  upgrade:
    'To upgrade the agent: `sudo gridloom-agent upgrade`. It accepts only bundles signed with the key stored at installation.',
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
