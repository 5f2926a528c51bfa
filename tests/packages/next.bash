# shellcheck shell=bash
# Makes the built sources in this directory the next version: one with another word in a class. Sourced.
sed -i 's/<version>0.1.0</<version>0.1.1</' pom.xml
PATH=$PATH:/usr/lib/jvm/java-25/bin # the JDK of debian12.bats
class=dev/bawn/contract/cli/Program.class
jar --extract --file launcher/target/bawn.jar "$class"
sed -i 's/Show versions/Show VERSIONS/' "$class"
jar --update --file launcher/target/bawn.jar "$class"
touch admin/target/bawn-admin.jar launcher/target/bawn.jar
