# Where Debian's packages come from. Sourced.

# The Debian mirror of this machine's apt. `$(REPO_URI)` is for apt, not for the shell.
debian_mirror() {
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep --max-count=1 '/debian/\?$' ||
    unavailable "apt is set up with no Debian mirror"
}
