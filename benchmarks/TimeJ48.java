import java.io.BufferedReader;
import java.io.FileReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import weka.classifiers.trees.J48;
import weka.core.Instances;

/** Grows one unpruned J48 from an ARFF file; prints CPU seconds and leaves. */
public class TimeJ48 {
  public static void main(String[] arguments) throws Exception {
    Instances samples = new Instances(new BufferedReader(new FileReader(arguments[0])));
    samples.setClassIndex(samples.numAttributes() - 1);
    J48 tree = new J48();
    tree.setUnpruned(true);
    tree.setMinNumObj(2);
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long start = clock.getCurrentThreadCpuTime();
    tree.buildClassifier(samples);
    double seconds = (clock.getCurrentThreadCpuTime() - start) / 1e9;
    System.out.println(seconds + " " + (long) tree.measureNumLeaves());
  }
}
