# The maker's key for updates. Sourced by `build-image` and `.ci/release`.

# A private key must not get into an image by mistake.
is_public_key() { [[ -f $1 ]] && ssh-keygen -l -f "$1" >/dev/null && ! grep --quiet PRIVATE "$1"; }
