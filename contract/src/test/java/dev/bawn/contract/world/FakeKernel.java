package dev.bawn.contract.world;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files that a kernel with AppArmor publishes below {@code /sys}. */
public final class FakeKernel {

  private final World world;
  private final Path profiles;

  FakeKernel(World world) throws IOException {
    this.world = world;
    this.profiles = new KernelPolicies(world.layout()).directory();
    World.write(world.layout().at("sys/module/apparmor/parameters/enabled"), "Y\n");
    World.directory(profiles);
  }

  /** Publishes the signed policy as loaded, with its digest. */
  public FakeKernel loadedAsSealed() throws IOException {
    byte[] compiled = Files.readAllBytes(world.generation().compiledProfile());
    return loaded("enforce").publishes("raw_sha256", Sha256.of(compiled).hex());
  }

  /** Publishes a policy of a.noir as loaded, without a digest. */
  public FakeKernel loaded(String mode) throws IOException {
    return publishes("name", World.NOIR.profileName()).publishes("mode", mode);
  }

  /** Writes a line to one of the files about the policy. */
  public FakeKernel publishes(String file, String line) throws IOException {
    World.write(profiles.resolve(World.NOIR.profileName() + ".7").resolve(file), line + "\n");
    return this;
  }
}
