# Where Debian's packages come from. Sourced.

# The mirror that this machine's apt is set up with. What looks like a variable is apt's.
debian_mirror() {
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep --max-count=1 '/debian/\?$' ||
    unavailable "apt is set up with no Debian mirror"
}
