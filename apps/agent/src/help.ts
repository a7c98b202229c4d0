export const helpText = `gridloom agent: hosts instances, renders and models on this machine

Commands
  agent run [--server URL]                 connect to the server and serve; enrols first if necessary
  agent enrol --server URL                 enrol this machine
  agent doctor [--server URL]              check this machine and show how to fix problems
  agent install-service                    install and start as a service (systemd, launchd)
  agent upgrade                            upgrade to the server's version, verified with the key stored at
                                           installation (not on Windows)

Options
  --server URL      URL of the control plane (GRIDLOOM_URL)
  --token-file FILE enrolment token from the Machines page, valid once and for ten minutes; - reads standard
                    input (or set GRIDLOOM_ENROLMENT_TOKEN)
  --allow-http      allow a remote server without TLS, for testing (GRIDLOOM_ALLOW_HTTP=1)
  --name NAME       name of the machine (default: host name)
  --data FOLDER     data folder for key and state (GRIDLOOM_AGENT_DATA; default:
                    /var/lib/gridloom-agent as root, else ~/.local/share/gridloom-agent)
  --runtime KIND    container engine: auto, docker, podman or fake (GRIDLOOM_AGENT_RUNTIME; address in DOCKER_HOST)
  --force           with enrol: replace the existing identity of this machine
  --engine-hosts H  comma-separated host:port of model engines on other machines (GRIDLOOM_ENGINE_HOSTS;
                    default: this machine only)
  --allow-images I  comma-separated name:tag of local images that renters can see and use
                    (GRIDLOOM_ALLOW_IMAGES; default: only images pulled for renters)
  --registries R    comma-separated host:port of private registries to pull from (GRIDLOOM_REGISTRIES;
                    default: public registries only)
  --dns A           name servers for containers (GRIDLOOM_DNS; default: this machine's if they are public,
                    else 1.1.1.1 and 9.9.9.9)
  --apt-mirror URL  where builds of images get packages of Debian, above debian and debian-security
                    (GRIDLOOM_APT_MIRROR; default: http://deb.debian.org). Those of PyPI come from PIP_INDEX_URL
  --npm-registry URL  the same for packages of npm (GRIDLOOM_NPM_REGISTRY; default: the public registry)
  --build-proxy URL proxy for builds of images (GRIDLOOM_BUILD_PROXY). Builds reach public addresses only
  --build-ca FILE   certificates, as PEM, that builds of images trust (GRIDLOOM_BUILD_CA; default: PIP_CERT)
  --log-level L     debug, info, warn or error
  --version         show the version
  --help            show this help

Rendering: uses Blender on this machine (or the program in GRIDLOOM_BLENDER), or a Python with the module bpy
(GRIDLOOM_BPY_PYTHON), in bubblewrap. Scenes are cached, using up to a tenth of the disk (GRIDLOOM_SCENES_GB
changes the limit).

Models: uses llama.cpp, installed by script/bootstrap, or an engine on this machine that serves /v1
(GRIDLOOM_ENGINE_KEY is its key). Model files are stored in the data folder. A model without requests for 10 minutes
is unloaded, and loaded again by the next request (GRIDLOOM_MODEL_IDLE_MINUTES changes the time; 0: never).

Testing: GRIDLOOM_COMPUTER names this computer, so that several agents on it count as separate machines.
Otherwise a computer is one machine, and enrolling it again issues a new key.

Examples
  agent run --server https://gridloom.example --token-file ./token
  agent doctor
  sudo agent install-service
  agent enrol --force --server https://gridloom.example --token-file -

Exit codes: 0 success, 1 error, 2 invalid usage.
`
